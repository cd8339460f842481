export { asksForRules, momentOf, readAdmitAnswer } from './admission-answer.js';
export { type AdmissionScript, admissionScript, doorKey } from './admission-script.js';
export { endScript } from './end-script.js';
export { EndedCalls, isInSlots } from './ended-calls.js';
export { readEntries, readFleetView, reportScript } from './fleet-script.js';
export { RuleShapes } from './rule-shapes.js';
