// The still picture of a video, as the video is after its first second, drawn by the browser.
import { sendFile } from "./sending.js";

const PATIENCE_MS = 20_000;
// A video without a picture at the moment shows the one before it.
const NEAR_SECONDS = 0.2;
const SHOWN_MS = 2_000;
const WIDEST = 960;
const QUALITY = 0.85;

// Resolves when the video has come to this event; rejects when it cannot be shown, or takes long.
function reached(video, event) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("slow")), PATIENCE_MS);
    const settle = (act) => () => {
      clearTimeout(timer);
      act();
    };
    video.addEventListener(event, settle(resolve), { once: true });
    video.addEventListener("error", settle(reject), { once: true });
  });
}

// Resolves when the video shows its picture of this moment. A browser may tell that it has sought
// the moment while a canvas would still get the picture before.
function shown(video, moment) {
  if (!video.requestVideoFrameCallback) return Promise.resolve();
  return new Promise((resolve) => {
    const look = (_now, { mediaTime }) => {
      if (Math.abs(mediaTime - moment) < NEAR_SECONDS) resolve();
      else video.requestVideoFrameCallback(look);
    };
    video.requestVideoFrameCallback(look);
    setTimeout(resolve, SHOWN_MS);
  });
}

async function drawn(video) {
  const scale = Math.min(1, WIDEST / video.videoWidth);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
}

// The picture as a file. Rejects for a video that this browser cannot show.
async function posterOf(file) {
  const video = document.createElement("video");
  const address = URL.createObjectURL(file);
  Object.assign(video, { muted: true, playsInline: true, preload: "auto", src: address });
  try {
    // An iPhone loads no picture before the video plays, which it may do while it is muted.
    video.play().catch(() => undefined);
    await reached(video, "loadeddata");
    video.pause();
    const half = Number.isFinite(video.duration) ? video.duration / 2 : 0;
    const moment = Math.min(1, half);
    const sought = Promise.all([reached(video, "seeked"), shown(video, moment)]);
    video.currentTime = moment;
    await sought;
    const picture = await drawn(video);
    return new File([picture], "poster.jpg", { type: picture.type });
  } finally {
    video.removeAttribute("src");
    URL.revokeObjectURL(address);
  }
}

// Sends the picture of a video and answers with its path. A video without one is complete, too:
// then the path is empty.
export async function sendPoster(file, paths, signal) {
  if (!file.type.startsWith("video/")) return "";
  try {
    const told = { onProgress: () => null, signal };
    const { objectPath } = await sendFile(await posterOf(file), paths, told);
    return objectPath;
  } catch {
    return "";
  }
}
