import { type Message, msg } from '../../shared/words/message.ts'

/** An IP address as it stands in the address of a page. */
const IP_ADDRESS = /^(\d+\.){3}\d+$|^\[/

/** Why no passkey works on this page; undefined if one may. */
export function passkeyObstacle(): Message | undefined {
  if (IP_ADDRESS.test(location.hostname))
    return msg('Passkeys need an address with a name. Open Muster under its name instead of an IP address.')
  if (!isSecureContext) return msg('Passkeys need https. Ask the person who runs Muster.')
  return 'PublicKeyCredential' in window ? undefined : msg('This browser does not support passkeys.')
}
