import { Body, Controller, Headers, HttpCode, Inject, Post } from '@nestjs/common';
import { MiniProgram } from '@wetempo/miniprogram';
import { textIn } from '../read-body.js';
import { Sessions } from './sessions.js';

/** Who somebody is: what the mini program posts after `wx.login` and after a tap on the button for the phone number. */
@Controller()
export class PeopleController {
  readonly #mini: MiniProgram;
  readonly #sessions: Sessions;

  constructor(@Inject(MiniProgram) mini: MiniProgram, @Inject(Sessions) sessions: Sessions) {
    this.#mini = mini;
    this.#sessions = sessions;
  }

  /** A code works once. Two taps with the same one are one request to WeChat, and both get a session. */
  @Post('login')
  @HttpCode(200)
  async login(@Body() body: unknown) {
    const { openid, session_key } = await this.#mini.auth.code2Session({ js_code: textIn(body, 'code') });
    return { token: this.#sessions.begin({ openid, sessionKey: session_key }) };
  }

  @Post('phone')
  @HttpCode(200)
  async phone(@Headers('authorization') authorization: string | undefined, @Body() body: unknown) {
    const { openid } = this.#sessions.of(authorization);
    // With the openid, the platform looks whether the code is this person's.
    const { phone_info } = await this.#mini.auth.getPhoneNumber({ code: textIn(body, 'code'), openid });
    return { phoneNumber: phone_info.purePhoneNumber };
  }
}
