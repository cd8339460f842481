export { measure } from './measure.mjs';
export { report } from './report.mjs';
export { missedTargets, targets } from './targets.mjs';

export const title = 'Import time, first send, and installed size';
