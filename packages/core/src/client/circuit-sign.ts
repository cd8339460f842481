import type { CircuitSign } from '../retry/circuit-breaker.js';
import type { Judged } from './call-error.js';

/**
 * What one attempt shows of its endpoint. Whoever refuses lives. A limit, a busy platform and what ended on our own side
 * say nothing about that.
 */
export function circuitSignOf({ verdict, result }: Judged): CircuitSign {
  switch (verdict.kind) {
    case 'network':
      return 'down';
    case 'unreadable':
      return result.type === 'failure' ? 'unclear' : 'down';
    case 'http':
      return verdict.outcome === 'unknown' ? 'down' : 'unclear';
    case 'aborted':
    case 'busy':
      return 'unclear';
    default:
      return result.type === 'failure' || verdict.scope !== undefined ? 'unclear' : 'alive';
  }
}
