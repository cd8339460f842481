import { randomBytes } from 'node:crypto';
import { Injectable, UnauthorizedException } from '@nestjs/common';

/** Who is logged in. The session key stays on this side: with it, anybody could read what WeChat tells of the person. */
export interface Session {
  readonly openid: string;
  readonly sessionKey: string;
}

const lifetimeMs = 24 * 3_600_000;

/** Sessions of our own, by tokens of our own. In memory here; several processes keep theirs in Redis or a database. */
@Injectable()
export class Sessions {
  readonly #byToken = new Map<string, { readonly session: Session; readonly endsAt: number }>();

  begin(session: Session): string {
    const token = randomBytes(24).toString('base64url');
    this.#byToken.set(token, { session, endsAt: Date.now() + lifetimeMs });
    return token;
  }

  /** @param authorization the header of the request, `Bearer …` */
  of(authorization: string | undefined): Session {
    const token = authorization?.replace(/^Bearer /, '') ?? '';
    const found = this.#byToken.get(token);
    if (found !== undefined && found.endsAt > Date.now()) return found.session;
    this.#byToken.delete(token);
    throw new UnauthorizedException('log in first');
  }
}
