import { Body, Controller, Headers, HttpCode, Inject, Post } from '@nestjs/common';
import { MiniProgram } from '@wetempo/miniprogram';
import { Sessions } from '../people/sessions.js';
import { textIn } from '../read-body.js';

/** Of the platform's scenes for texts. */
const aComment = 2;

const stateBySuggestion: Readonly<Record<string, string>> = { pass: 'published', risky: 'refused' };

/** What people write is checked before others read it. */
@Controller('comments')
export class CommentsController {
  readonly #mini: MiniProgram;
  readonly #sessions: Sessions;

  constructor(@Inject(MiniProgram) mini: MiniProgram, @Inject(Sessions) sessions: Sessions) {
    this.#mini = mini;
    this.#sessions = sessions;
  }

  @Post()
  @HttpCode(200)
  async add(@Headers('authorization') authorization: string | undefined, @Body() body: unknown) {
    const { openid } = this.#sessions.of(authorization);
    const content = textIn(body, 'text');
    const { result } = await this.#mini.security.msgSecCheck({
      openid,
      content,
      scene: aComment,
      version: 2,
    });
    // What the platform is not sure of, a person of ours decides.
    return { state: stateBySuggestion[result.suggest] ?? 'waits for review' };
  }
}
