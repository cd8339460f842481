export type { AuthorizeUrlInput } from './authorize-url.js';
export { authorizeUrl } from './authorize-url.js';
