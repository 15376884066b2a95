/**
 * Pictures for the decoder, from the video or from a photo. The centre at full resolution finds a
 * far code, the whole frame a near one: they take turns. One attempt at a time, 15 a second at most.
 */

const CENTRE_PX = 612;
const WHOLE_PX = 1280;
const PHOTO_SIZES = [1600, 1000, 2400];
const PAUSE_MS = 1000 / 15;
const SILENCE_MS = 3000;

const canvas = document.createElement("canvas");
const pen = canvas.getContext("2d", { willReadFrequently: true });

/**
 * Attempts on the frames of a video until `stop()`.
 * @param {HTMLVideoElement} video
 * @param {{onFrame: (image: ImageData) => Promise<unknown>, onSilence: () => void}} parts
 * `onSilence`: no frame for three seconds
 */
export function watchFrames(video, { onFrame, onSilence }) {
  let running = true;
  let busy = false;
  let centre = false;
  let lastTry = 0;
  let watchdog = setTimeout(onSilence, SILENCE_MS);

  async function frame(now) {
    if (!running) return;
    next();
    clearTimeout(watchdog);
    watchdog = setTimeout(onSilence, SILENCE_MS);
    if (busy || now - lastTry < PAUSE_MS || !video.videoWidth) return;
    busy = true;
    lastTry = now;
    centre = !centre;
    try {
      await onFrame(picture(video, video.videoWidth, video.videoHeight, centre));
    } finally {
      busy = false;
    }
  }

  function next() {
    if (video.requestVideoFrameCallback) video.requestVideoFrameCallback(frame);
    else setTimeout(() => video.readyState >= 2 && frame(performance.now()), PAUSE_MS);
  }

  next();
  return function stop() {
    running = false;
    clearTimeout(watchdog);
  };
}

/** Pictures of a photo, one after another: whole at several sizes, then its middle. */
export async function* picturesOf(file) {
  const photo = await createImageBitmap(file);
  try {
    for (const size of PHOTO_SIZES) yield scaled(photo, size);
    yield picture(photo, photo.width, photo.height, true, Math.min(photo.width, photo.height) / 2);
  } finally {
    photo.close();
  }
}

function picture(source, width, height, centre, side = CENTRE_PX) {
  if (!centre || Math.min(width, height) <= side) return whole(source, width, height, WHOLE_PX);
  const cut = Math.round(side);
  return drawn(source, [(width - cut) / 2, (height - cut) / 2, cut, cut], cut, cut);
}

function scaled(photo, size) {
  return whole(photo, photo.width, photo.height, size);
}

function whole(source, width, height, longest) {
  const scale = Math.min(1, longest / Math.max(width, height));
  return drawn(source, [0, 0, width, height], Math.round(width * scale), Math.round(height * scale));
}

function drawn(source, part, width, height) {
  canvas.width = width;
  canvas.height = height;
  pen.drawImage(source, ...part, 0, 0, width, height);
  return pen.getImageData(0, 0, width, height);
}
