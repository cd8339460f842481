export type { RequestBody, UploadFile } from './transport.js';
