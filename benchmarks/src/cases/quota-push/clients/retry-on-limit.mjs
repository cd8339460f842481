const quotaUsedUp = 45009;
const mostRetries = 5;

/** For the event `failed` of bottleneck: a message that met the quota waits a window and goes through the limiter again. */
export function retryOnLimit(windowMs) {
  return (error, { retryCount }) => {
    if (error.errcode === quotaUsedUp && retryCount < mostRetries) return windowMs;
    return undefined;
  };
}

/** The same for limiters that have no such event. */
export async function sendThrough(admit, post) {
  for (let attempt = 0; ; attempt += 1) {
    await admit();
    try {
      return await post();
    } catch (error) {
      if (error.errcode !== quotaUsedUp || attempt === mostRetries) throw error;
    }
  }
}
