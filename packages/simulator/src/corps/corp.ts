import { MediaShelf } from '../accounts/media-shelf.js';
import { SingleUseCodes } from '../accounts/single-use-codes.js';
import { Tickets } from '../accounts/tickets.js';
import type { TokenIndex } from '../accounts/token-index.js';
import { CallPlaces } from '../limits/call-places.js';
import type { SimulatorOptions } from '../options/options.js';
import { Agent } from './agent.js';
import type { CorpOptions } from './corp-options.js';
import { CorpQuotas } from './corp-quotas.js';
import { Members } from './members.js';
import { Robots } from './robots.js';
import { Services } from './services.js';

const CODE_LIVES_MS = 300_000;

/** One corp of WeCom with everything that the platform keeps about it. */
export class Corp {
  readonly corpId: string;
  readonly settings: CorpOptions;
  readonly quotas: CorpQuotas;
  readonly places: CallPlaces;
  readonly members: Members;
  readonly robots: Robots;
  readonly media = new MediaShelf();
  readonly tickets = new Tickets();
  /** Codes of OAuth pages, and whose they are. */
  readonly oauthCodes = new SingleUseCodes<string>(CODE_LIVES_MS);
  readonly services = new Services();
  readonly #agents: readonly Agent[];

  constructor(settings: CorpOptions, options: SimulatorOptions, index: TokenIndex) {
    const limits = options.limits ?? {};
    this.settings = settings;
    this.corpId = settings.corpId;
    this.quotas = new CorpQuotas(limits);
    this.places = new CallPlaces(limits.perEndpointConcurrency);
    this.members = new Members(settings.members);
    this.robots = new Robots(settings.robots, limits);
    this.#agents = settings.agents.map((agent) => new Agent(agent, settings, options, index));
  }

  get agents(): readonly Agent[] {
    return this.#agents;
  }

  findAgent(agentId: number | undefined): Agent | undefined {
    return this.#agents.find((agent) => agent.agentId === agentId);
  }

  findAgentBySecret(secret: string): Agent | undefined {
    return this.#agents.find((agent) => agent.corpSecret === secret);
  }
}
