import { SingleUseCodes } from '../accounts/single-use-codes.js';
import type { TokenIndex } from '../accounts/token-index.js';
import type { SimulatorOptions } from '../options/options.js';
import { AgentTokens } from './agent-tokens.js';
import type { AgentOptions, CorpOptions } from './corp-options.js';
import { MemberWindows } from './member-windows.js';
import { RepeatedBodies } from './repeated-bodies.js';

const RESPONSE_CODE_LIVES_MS = 72 * 3_600_000;

/** One app of a corp, by its secret. */
export class Agent {
  readonly agentId: number;
  readonly corpSecret: string;
  readonly settings: AgentOptions;
  readonly tokens: AgentTokens;
  readonly memberWindows: MemberWindows;
  readonly repeatedBodies = new RepeatedBodies();
  /** What a template card can still be updated with, and to which message it leads. */
  readonly responseCodes = new SingleUseCodes<string>(RESPONSE_CODE_LIVES_MS);
  /** When which message went out, for `message/recall`. */
  readonly sentAt = new Map<string, number>();
  /** Switches 60020 on and off. */
  ipNotAllowed: boolean;

  constructor(settings: AgentOptions, { corpId }: CorpOptions, options: SimulatorOptions, index: TokenIndex) {
    this.settings = settings;
    this.agentId = settings.agentId;
    this.corpSecret = settings.corpSecret;
    this.ipNotAllowed = settings.ipNotAllowed ?? false;
    this.tokens = new AgentTokens(corpId, settings.agentId, index, options.tokens?.lifetimeMs);
    this.memberWindows = new MemberWindows(options.limits ?? {});
  }
}
