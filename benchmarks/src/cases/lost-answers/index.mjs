export { measure } from './measure.mjs';
export { report } from './report.mjs';
export { missedTargets, targets } from './targets.mjs';

export const title = 'Lost answers';
