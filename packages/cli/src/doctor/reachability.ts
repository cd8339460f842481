import { isWechatError } from '@wetempo/core';
import { type Finding, ok, problem } from './finding.js';

export interface Way {
  /** Where calls go, without a path. */
  readonly baseUrl: string;
  /** Where that was said. */
  readonly baseUrlOrigin: string;
  readonly proxy: string | undefined;
  readonly proxyOrigin: string;
  /** Of this process: proxies that other programs use. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

const name = 'reachability';

/** What the error of a call says of the way to the platform; any answer of the platform itself means that it is good. */
export function reachabilityFinding(error: unknown, way: Way): Finding {
  const { host } = new URL(way.baseUrl);
  if (error === undefined || !isWechatError(error)) return ok(name, `${host} answers`);
  switch (error.code) {
    case 'NETWORK':
      return networkFinding(error.systemCode, host, way);
    case 'DEADLINE':
      return timedOut(host, way);
    case 'HTTP':
      return problem(
        name,
        `something between here and the platform answered HTTP ${error.status}`,
        `Check baseUrl (${way.baseUrlOrigin}) and what stands behind it.`,
      );
    case 'RESPONSE':
      return problem(
        name,
        `${host} answered with something that is not the platform's JSON`,
        `Check baseUrl (${way.baseUrlOrigin}), proxies and captive portals on the way.`,
      );
    default:
      return ok(name, `${host} answers`);
  }
}

function networkFinding(code: string, host: string, way: Way): Finding {
  const { proxy, proxyOrigin, baseUrlOrigin } = way;
  const wall = `Check ${proxy === undefined ? `baseUrl (${baseUrlOrigin})` : `proxy (${proxyOrigin})`} and the firewalls on the way.`;
  const first = proxy === undefined ? host : `the proxy ${new URL(proxy).host}`;
  if (code.startsWith('PROXY_')) {
    const seen = `the proxy refused with HTTP ${code.slice(6)}`;
    const todo =
      code === 'PROXY_407'
        ? 'Put user and password into its address'
        : 'Let it pass connections to the platform';
    return problem(name, seen, `${todo}: proxy (${proxyOrigin}).`);
  }
  if (/^(ENOTFOUND|ENODATA)$/.test(code))
    return problem(name, `DNS knows no ${first}`, wall.replace(' and the firewalls on the way', ''));
  if (/^EAI_/.test(code))
    return problem(
      name,
      `the DNS server did not answer for ${first} (${code})`,
      'Check /etc/resolv.conf and the network of this host.',
    );
  if (code === 'ECONNREFUSED') return problem(name, `nothing listens at ${first} (connection refused)`, wall);
  if (/^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN)$/.test(code)) {
    return problem(name, `no route leads to ${first} (${code})`, `Check the network of this host. ${wall}`);
  }
  if (/TIMEOUT|TIMEDOUT/.test(code)) return timedOut(first, way);
  if (isCertificate(code)) return certificateFinding(code, host);
  return problem(name, `the connection to ${first} broke (${code})`, wall);
}

function isCertificate(code: string): boolean {
  return /^(?:ERR_(?:TLS|SSL)_|CERT_|UNABLE_TO_|EPROTO$|UND_ERR_PRX_TLS$)|SELF_SIGNED|HOSTNAME_MISMATCH/.test(
    code,
  );
}

function certificateFinding(code: string, host: string): Finding {
  const isPlain = /EPROTO|WRONG_VERSION|PACKET_LENGTH/.test(code);
  const seen = isPlain
    ? `${host} does not speak TLS (${code})`
    : `the certificate of ${host} is not accepted (${code})`;
  const todo = isPlain
    ? 'Check the port and http or https in baseUrl.'
    : 'Where a company proxy opens TLS, name its certificate in NODE_EXTRA_CA_CERTS; else check the clock of this host.';
  return problem(name, seen, todo);
}

function timedOut(host: string, { proxy, env }: Way): Finding {
  const other = ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'].find((variable) => env[variable]);
  const todo =
    proxy === undefined && other !== undefined
      ? `${other} is set, but is not looked at here: name the proxy as \`proxy\` in the file of --config.`
      : 'A firewall seems to swallow the connection: open the way out to port 443, or name a `proxy`.';
  return problem(name, `${host} did not answer in time`, todo);
}
