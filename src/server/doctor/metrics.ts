import type { Finding } from '../../shared/operations.ts'
import type { Config } from '../base/config.ts'
import { isOpenedElsewhere } from '../base/loopback.ts'
import { describeOpenMetrics } from '../base/start-checks.ts'
import { fault, ok, warning } from './finding.ts'
import { askPublicUrl } from './public-url.ts'

const METRICS = 'Metrics'

type Settings = Pick<Config, 'publicUrl' | 'metricsToken'>

/**
 * Checks whether strangers may read `/metrics` where people open Muster at another host. It asks there, as anybody may.
 */
export async function checkMetrics(config: Settings): Promise<Finding[]> {
  const { publicUrl } = config
  if (!publicUrl || !isOpenedElsewhere(config)) return []
  const answer = await askPublicUrl(publicUrl, '/metrics').catch(() => undefined)
  return [describeMetrics(config, answer?.status === 200 && answer.seen !== undefined)]
}

/** @param isRead whether somebody without a token has read them at PUBLIC_URL */
export function describeMetrics(config: Settings, isRead: boolean): Finding {
  if (isRead) return fault(METRICS, `${config.publicUrl}/metrics is open to everybody. Set METRICS_TOKEN to a token.`)
  const open = describeOpenMetrics(config)
  if (open) return warning(METRICS, open)
  if (config.metricsToken) return ok(METRICS, 'They need METRICS_TOKEN')
  return ok(METRICS, 'Closed. Set METRICS_TOKEN to let Prometheus read them')
}
