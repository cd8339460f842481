export { measure } from './measure.mjs';
export { missedTargets, report } from './report.mjs';

export const title = 'Lost answers';
