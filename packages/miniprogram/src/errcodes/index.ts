export { miniProgramErrcodes } from './errcodes.js';
