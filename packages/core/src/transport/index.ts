export { parseLossless } from './lossless-json.js';
export type { RequestBody, UploadFile } from './transport.js';
