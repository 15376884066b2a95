/** Which groups a person has had before the eyes: whoever scrolled past the foot of one. */

/**
 * @template {{bar: {foot: Element}}} Group
 * @param {Group[]} groups @param {(seen: Group[]) => void} onSeen
 * @returns {IntersectionObserver} to be disconnected
 */
export function watchGroups(groups, onSeen) {
  const byFoot = new Map(groups.map((group) => [group.bar.foot, group]));
  const watcher = new IntersectionObserver((entries) => {
    const seen = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => byFoot.get(target));
    if (seen.length) onSeen(seen);
  });
  for (const foot of byFoot.keys()) watcher.observe(foot);
  return watcher;
}
