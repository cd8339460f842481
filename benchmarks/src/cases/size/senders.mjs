import { systems } from '../../systems/index.mjs';
import { loadAxios, loadUndici } from './bare-senders.mjs';

/** Whose first message is compared with that of all others. */
export const firstReference = 'axios';

/** Who sends a first message. `load` answers the sender's module. */
export const senders = {
  axios: { title: 'axios', load: loadAxios },
  undici: { title: 'undici', load: loadUndici },
  'nest-wechat': { title: 'nest-wechat', load: systems['nest-wechat'] },
  'node-easywechat': { title: 'node-easywechat', load: systems['node-easywechat'] },
  'co-wechat-api': { title: 'co-wechat-api', load: systems['co-wechat-api'] },
  'wetempo-memory': { title: 'Wetempo, memory stores', load: systems['wetempo-memory'] },
  'wetempo-redis': { title: 'Wetempo, Redis for everything', load: systems['wetempo-redis'] },
};
