export { mpErrcodes } from './errcodes.js';
