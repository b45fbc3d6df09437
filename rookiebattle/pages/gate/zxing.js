import { BarcodeDetector, prepareZXingModule } from "barcode-detector/ponyfill";
import wasm from "zxing-wasm/reader/zxing_reader.wasm?url";

// The library would fetch its program from elsewhere. Ours is one of the site's own files.
export async function ownDetector() {
  const locateFile = (file, folder) => (file.endsWith(".wasm") ? wasm : folder + file);
  await prepareZXingModule({ overrides: { locateFile }, fireImmediately: true });
  return new BarcodeDetector({ formats: ["qr_code"] });
}
