export function leastTimeMs(quota: {
  tasks: number;
  max: number;
  windowMs: number;
  counts: 'fixed' | 'sliding';
  firstAt: number;
}): number;
