// Finds QR codes in a picture. A browser that cannot do it itself gets a library, which is large
// and loaded for nobody else.
export async function detector() {
  const Native = globalThis.BarcodeDetector;
  const formats = (await Native?.getSupportedFormats().catch(() => [])) ?? [];
  if (formats.includes("qr_code")) return new Native({ formats: ["qr_code"] });
  const { ownDetector } = await import("./zxing.js");
  return ownDetector();
}
