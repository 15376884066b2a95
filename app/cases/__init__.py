"""The process of a notice, from homologation to the final decision. Built with the case part."""
