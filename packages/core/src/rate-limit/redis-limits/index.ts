export { momentOf, readAdmitAnswer, readAnswers } from './admission-answer.js';
export { type AdmissionGroup, AdmissionGroups } from './admission-groups.js';
export { type AdmissionStep, admissionScript, admissionStep } from './admission-script.js';
export { doorKey } from './counter-keys.js';
export { endScript } from './end-script.js';
export { EndedCalls, isInSlots } from './ended-calls.js';
export { readEntries, readFleetView, reportScript } from './fleet-script.js';
