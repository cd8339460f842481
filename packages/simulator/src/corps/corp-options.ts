import type { CallbackSettings } from '../callbacks/callback-settings.js';

/** One app (or one system secret, such as that of the address book) of a corp. */
export interface AgentOptions {
  agentId: number;
  corpSecret: string;
  /** Answer 60020, as if the caller's IP were not trusted. Default false. */
  ipNotAllowed?: boolean | undefined;
  /** Where the app's callbacks go. Default: nowhere. */
  callback?: CallbackSettings | undefined;
}

export interface MemberOptions {
  userid: string;
  departments?: readonly number[] | undefined;
  tags?: readonly number[] | undefined;
  /** False: messages name the member as `unlicenseduser`. Default true. */
  licensed?: boolean | undefined;
}

export interface CorpOptions {
  corpId: string;
  agents: readonly AgentOptions[];
  /**
   * Who is in the address book and sees every app. `'everyone'`: every well-formed userid is a member, and a department or a
   * tag is delivered to as one, named `party:2` or `tag:1`. Default `'everyone'`.
   */
  members?: 'everyone' | readonly (string | MemberOptions)[] | undefined;
  /** Keys of the group robots; others get 93000. Default `'any'`. */
  robots?: 'any' | readonly string[] | undefined;
}

/** The corp that a simulator has when none is named. */
export const DEFAULT_CORP_ID = 'ww0000000000000001';
/** Its two apps, whose secrets open nothing but simulators. */
export const DEFAULT_AGENT_ID = 1_000_001;
export const DEFAULT_CORP_SECRET = 'CORPSECRET0000000000000000000000000000001';
export const SECOND_AGENT_ID = 1_000_002;
export const SECOND_CORP_SECRET = 'CORPSECRET0000000000000000000000000000002';

export const DEFAULT_CORP: CorpOptions = {
  corpId: DEFAULT_CORP_ID,
  agents: [
    { agentId: DEFAULT_AGENT_ID, corpSecret: DEFAULT_CORP_SECRET },
    { agentId: SECOND_AGENT_ID, corpSecret: SECOND_CORP_SECRET },
  ],
};
