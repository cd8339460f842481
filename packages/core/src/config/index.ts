export { checkOptions } from './check-options.js';
