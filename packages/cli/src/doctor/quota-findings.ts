import { type EndpointQuota, isWechatError } from '@wetempo/core';
import { type Finding, ok, problem, skipped, warning } from './finding.js';

/** Below this share of the day something will stop before midnight. */
const lowShare = 0.1;

/** What is left today of one endpoint. */
export async function quotaFinding(
  endpoint: string,
  read: () => Promise<EndpointQuota | undefined>,
): Promise<Finding> {
  const name = `quota ${endpoint}`;
  try {
    const quota = await read();
    return quota === undefined ? skipped(name, 'the platform does not say') : leftFinding(name, quota);
  } catch (error) {
    if (!isWechatError(error)) throw error;
    return skipped(name, `cannot be asked for: ${error.message}`);
  }
}

function leftFinding(name: string, { dailyLimit, used, remaining }: EndpointQuota): Finding {
  const seen = `${remaining} of ${dailyLimit} are left today, ${used} used`;
  if (remaining <= 0 && dailyLimit > 0) {
    return problem(
      name,
      seen,
      'Wait for 00:00 Beijing time, or begin the day anew by `wetempo quota --clear`.',
    );
  }
  if (remaining < dailyLimit * lowShare) {
    return warning(name, seen, 'It begins anew at 00:00 Beijing time; plan large pushes after it.');
  }
  return ok(name, seen);
}
