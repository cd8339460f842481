// `node benchmarks/src/admission.mjs` (after a build): what one admission with every limit on takes, beside one `consume` of
// rate-limiter-flexible. `npm run bench` measures the same among the rest.
import { measureAdmission } from './measure-admission.mjs';
import { startRedis } from './redis/redis-server.mjs';
import { admissionReport } from './report.mjs';
import { missedAdmission } from './targets.mjs';

const redis = await startRedis();
try {
  const measured = await measureAdmission({ redis });
  console.log(admissionReport(measured));
  for (const sentence of missedAdmission(measured)) console.error(`missed: ${sentence}`);
} finally {
  await redis?.close();
}
