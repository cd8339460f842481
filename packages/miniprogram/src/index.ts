/**
 * WeChat Mini Program (小程序) client of Wetempo. Not there yet: so far this package holds what the errcodes mean.
 *
 * @packageDocumentation
 */
export { miniProgramErrcodes } from './errcodes/index.js';
