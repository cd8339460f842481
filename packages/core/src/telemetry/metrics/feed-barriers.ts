import type { EventOf } from '../events.js';
import { type BarrierLabels, BarrierWatch } from './barrier-watch.js';
import type { Feed, Stop } from './feed.js';
import { onScrape } from './metric-set.js';

/** How long barriers are closed: counted, and what is left. A client has one account, so that its keys are unique. */
export function feedBarriers({ telemetry, metrics, clock, bounds }: Feed): Stop[] {
  const watch = new BarrierWatch((labels, seconds) => metrics.barrierSeconds.inc({ ...labels }, seconds));
  const labelsOf = ({ account, scope, key }: EventOf<'barrier.closed'>): BarrierLabels => {
    const isPersonal = scope === 'recipient' || scope === 'tenant';
    return { account, scope, key: isPersonal ? scope : bounds.name.of(key) };
  };
  return [
    telemetry.on('barrier.closed', (event) => {
      watch.closed(event.key, labelsOf(event), event.closedForMs, clock.monotonic());
    }),
    telemetry.on('barrier.opened', ({ key }) => watch.opened(key, clock.monotonic())),
    onScrape(metrics.barrierSeconds, () => watch.settle(clock.monotonic())),
    onScrape(metrics.barrierLeft, () => {
      for (const [labels, seconds] of watch.left(clock.monotonic())) {
        metrics.barrierLeft.set({ ...labels }, seconds);
      }
    }),
  ];
}
