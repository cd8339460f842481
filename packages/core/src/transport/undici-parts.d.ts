/** undici has types for its whole alone. No declaration of ours may mention this: users' compilers do not see this file. */
declare module 'undici/lib/dispatcher/agent.js' {
  import { Agent } from 'undici';
  export default Agent;
}
