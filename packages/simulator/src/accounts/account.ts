import { CallPlaces } from '../limits/call-places.js';
import { CallQuotas } from '../limits/call-quotas.js';
import { MonthlyUses } from '../limits/monthly-uses.js';
import { RecipientWindow } from '../limits/recipient-window.js';
import { DuplicateMemory } from '../messages/duplicate-memory.js';
import type { AccountOptions, SimulatorOptions } from '../options/options.js';
import { AccountTokens } from './account-tokens.js';
import { Followers } from './followers.js';
import { Links } from './links.js';
import { MediaShelf } from './media-shelf.js';
import { Menus } from './menus.js';
import { OauthBook } from './oauth-book.js';
import { ReplyWindow } from './reply-window.js';
import { Shipments } from './shipments.js';
import { Subscriptions } from './subscriptions.js';
import { Tags } from './tags.js';
import { Templates } from './templates.js';
import { Tickets } from './tickets.js';
import type { TokenIndex } from './token-index.js';
import { Visitors } from './visitors.js';

/** One Official Account or Mini Program with everything that the platform keeps about it. */
export class Account {
  readonly appId: string;
  readonly appSecret: string;
  readonly settings: AccountOptions;
  readonly tokens: AccountTokens;
  readonly quotas: CallQuotas;
  readonly places: CallPlaces;
  readonly quotaResets: MonthlyUses;
  readonly singleQuotaResets = new MonthlyUses(50);
  readonly followers: Followers;
  readonly templates: Templates;
  readonly tags = new Tags();
  readonly menus: Menus;
  readonly media = new MediaShelf();
  readonly tickets = new Tickets();
  readonly oauth = new OauthBook();
  readonly replyWindow = new ReplyWindow();
  readonly subscriptions = new Subscriptions();
  readonly duplicates = new DuplicateMemory();
  readonly recipientWindow: RecipientWindow;
  /** Users who refuse messages. */
  readonly blockers = new Set<string>();
  readonly visitors = new Visitors();
  readonly links = new Links();
  readonly shipments = new Shipments();
  /** Codes made that last for ever. */
  lastingCodes = 0;
  /** Switches 40164 on and off. */
  ipNotAllowed: boolean;

  constructor(settings: AccountOptions, options: SimulatorOptions, index: TokenIndex) {
    const limits = options.limits ?? {};
    this.settings = settings;
    this.appId = settings.appId;
    this.appSecret = settings.appSecret;
    this.ipNotAllowed = settings.ipNotAllowed ?? false;
    this.tokens = new AccountTokens(settings.appId, index, options.tokens ?? {}, limits);
    this.quotas = new CallQuotas(limits);
    this.places = new CallPlaces(limits.perEndpointConcurrency);
    this.quotaResets = new MonthlyUses(limits.clearQuotaPerMonth ?? 10);
    this.recipientWindow = new RecipientWindow(limits.perOpenidPerMinute);
    this.followers = new Followers(settings.followers);
    this.menus = new Menus(limits.conditionalMenus);
    this.templates = new Templates(settings.templates);
  }
}
