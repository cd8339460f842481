import { SingleBar } from 'cli-progress';
import type { PushReport } from '../pushes/push-report.js';

export interface Progress {
  show(report: PushReport): void;
  end(): void;
}

const everyPercent = 10;

/** A bar on a terminal; elsewhere one line for every ten percent. */
export function progressOf(stream: NodeJS.WriteStream, total: number): Progress {
  return stream.isTTY ? barOf(stream, total) : linesOf(stream, total);
}

function barOf(stream: NodeJS.WriteStream, total: number): Progress {
  const format = '  {bar} {percentage}%  {value}/{total}  {detail}';
  const bar = new SingleBar({ stream, format, hideCursor: true, gracefulExit: false, barsize: 30 });
  bar.start(total, 0, { detail: '' });
  return {
    show: (report) => bar.update(total - report.waiting, { detail: detailOf(report) }),
    end: () => bar.stop(),
  };
}

function linesOf(stream: NodeJS.WriteStream, total: number): Progress {
  let nextPercent = 0;
  return {
    show(report) {
      const done = total - report.waiting;
      const percent = Math.floor((done / total) * 100);
      if (percent < nextPercent) return;
      nextPercent = (Math.floor(percent / everyPercent) + 1) * everyPercent;
      stream.write(`  ${String(percent).padStart(3)} %  ${done}/${total}  ${detailOf(report)}\n`);
    },
    end: () => undefined,
  };
}

function detailOf({ sent, alreadySent, refused, ratePerSecond, etaSeconds, traffic }: PushReport): string {
  const refusals = refused.reduce((sum, { lines }) => sum + lines.length, 0);
  const limited = Object.values(traffic.limitAnswers).reduce((sum, count) => sum + count, 0);
  const eta = etaSeconds === undefined ? '' : `  ${etaSeconds} s left`;
  return `sent ${sent}, before ${alreadySent}, refused ${refusals}, limit answers ${limited}  ${ratePerSecond}/s${eta}`;
}
