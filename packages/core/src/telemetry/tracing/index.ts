export { type CallTracing, type TracingOptions, traceCalls } from './trace-calls.js';
