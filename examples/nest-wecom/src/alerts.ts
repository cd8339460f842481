import { Inject, Injectable } from '@nestjs/common';
import { GroupRobot, isWechatError, type MessageReceipt, type SendReceipt, Wecom } from '@wetempo/wecom';

/** Something that people should know. */
export interface Alert {
  /** Whoever says the same twice gives the same id: it is told once. */
  readonly id: string;
  readonly text: string;
  /** userids joined by `|`. */
  readonly to: string;
}

/** What became of one of the two messages. */
export interface AlertOutcome {
  readonly state: 'sent' | 'refused' | 'unknown' | 'later';
  /** Requests that it took. */
  readonly attempts?: number;
  /** userids that were not reached. */
  readonly dropped?: readonly string[];
  /** What the platform, or the way to it, said. */
  readonly because?: string;
}

export interface AlertReport {
  readonly people: AlertOutcome;
  readonly group: AlertOutcome;
}

/** Tells of alerts: to people by the app, and to a group by its robot. */
@Injectable()
export class Alerts {
  constructor(
    @Inject(Wecom) private readonly wecom: Wecom,
    @Inject(GroupRobot) private readonly robot: GroupRobot,
  ) {}

  async raise({ id, text, to }: Alert): Promise<AlertReport> {
    const requestId = `alert-${id}`;
    const [people, group] = await Promise.allSettled([
      this.wecom.message.send({ touser: to, msgtype: 'text', text: { content: text } }, { requestId }),
      this.robot.send({ msgtype: 'markdown', markdown: { content: `**告警** ${text}` } }, { requestId }),
    ]);
    return { people: outcomeOf(people), group: outcomeOf(group) };
  }
}

function outcomeOf(result: PromiseSettledResult<MessageReceipt | SendReceipt>): AlertOutcome {
  if (result.status === 'rejected') return failureOf(result.reason);
  const { attempts, details } = result.value as MessageReceipt;
  const dropped = [...(details?.invaliduser ?? []), ...(details?.unlicenseduser ?? [])];
  return { state: 'sent', attempts, ...(dropped.length === 0 ? {} : { dropped }) };
}

function failureOf(error: unknown): AlertOutcome {
  if (!isWechatError(error)) throw error;
  const because = error.message;
  if (error.code === 'OUTCOME_UNKNOWN') return { state: 'unknown', because };
  return { state: error.code === 'API_ERROR' ? 'refused' : 'later', because };
}
