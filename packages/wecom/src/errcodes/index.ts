export { wecomErrcodes } from './errcodes.js';
