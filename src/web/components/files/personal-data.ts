import { dataProtectionApi } from '../../../shared/data-protection.ts'
import { urlOf } from '../../api/call-endpoint.ts'
import { downloadProved } from './reauthenticated-download.ts'

/** Downloads a copy of the viewer's data, or of the data of a person whose account they manage. */
export const copyOfData = (userId?: string) =>
  void downloadProved(urlOf(dataProtectionApi.copy, {}, { userId }), `${dataProtectionApi.copy.archive}.zip`)
