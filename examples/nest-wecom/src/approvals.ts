import { Inject, Injectable, Logger } from '@nestjs/common';
import { Wecom } from '@wetempo/wecom';
import { OnWecomEvent, type WecomEvent } from '@wetempo/wecom/nestjs';

/** How the platform numbers the ends of an approval. */
const ends: Readonly<Record<string, string>> = { '2': '已通过', '3': '已驳回', '4': '已撤销' };

/** What an approval of either kind says. */
interface Approval {
  readonly number: string | undefined;
  readonly title: string | undefined;
  readonly status: string | undefined;
  readonly applicant: string | undefined;
}

/** Tells whoever asked for something what came of it. */
@Injectable()
export class Approvals {
  readonly #log = new Logger('Approvals');

  constructor(@Inject(Wecom) private readonly wecom: Wecom) {}

  /** Approvals that this app runs by itself. */
  @OnWecomEvent('open_approval_change')
  async ownChanged({ ApprovalInfo: info }: WecomEvent<'open_approval_change'>): Promise<void> {
    await this.#tell({
      number: info?.ThirdNo,
      title: info?.OpenSpName,
      status: info?.OpenSpStatus,
      applicant: info?.ApplyUserId,
    });
  }

  /** Approvals of the company's own approval app. */
  @OnWecomEvent('sys_approval_change')
  async systemChanged({ ApprovalInfo: info }: WecomEvent<'sys_approval_change'>): Promise<void> {
    await this.#tell({
      number: info?.SpNo,
      title: info?.SpName,
      status: info?.SpStatus,
      applicant: info?.Applyer?.UserId,
    });
  }

  async #tell({ number, title, status, applicant }: Approval): Promise<void> {
    const end = ends[status ?? ''];
    if (number === undefined || applicant === undefined || end === undefined) return;
    this.#log.log(`approval ${number} of ${applicant} ended`);
    await this.wecom.message.send(
      { touser: applicant, msgtype: 'text', text: { content: `您的申请「${title ?? number}」${end}。` } },
      // However often the platform tells of it, and whichever process hears it, one message goes out.
      { requestId: `approval-${number}-${status}` },
    );
  }
}
