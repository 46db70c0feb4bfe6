import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser'
import type { Reply } from '../../shared/endpoint.ts'
import type { NewPasskey, PasskeyAnswer, PasskeyQuestion, passkeysApi } from '../../shared/passkeys.ts'
import { type Message, msg } from '../../shared/words/message.ts'

/** The browser's part of passkeys. Load it on demand. */

/** The browser gave no answer. */
export class NoPasskey extends Error {
  /** The message to the person. */
  readonly text: Message
  constructor(cause: unknown) {
    super('No passkey was used', { cause })
    this.text = textOf(cause instanceof WebAuthnError ? cause.code : undefined)
  }
}

function textOf(code: WebAuthnError['code'] | undefined) {
  switch (code) {
    case 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED':
      return msg('This device has a passkey of yours already.')
    case 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT':
    case 'ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT':
      return msg('This device cannot store a passkey. It needs a screen lock, such as a PIN or a fingerprint.')
    case 'ERROR_INVALID_DOMAIN':
    case 'ERROR_INVALID_RP_ID':
      return msg('Passkeys do not work at this address. Open Muster at its usual address.')
    default:
      return msg('No passkey was used. Try again, or choose another way.')
  }
}

/** Has the browser make a passkey. Throws `NoPasskey`. */
export async function makePasskey(wish: Reply<typeof passkeysApi.begin>): Promise<NewPasskey> {
  try {
    const { id, response } = await startRegistration({ optionsJSON: wish })
    const { attestationObject, clientDataJSON, transports = [] } = response
    return { id, attestationObject, clientDataJSON, transports: [...transports] }
  } catch (cause) {
    throw new NoPasskey(cause)
  }
}

/** Asks for a passkey and its unlocking; with `suggests`, among a field's suggestions. Throws `NoPasskey`. */
export async function unlockPasskey(question: PasskeyQuestion, { suggests = false } = {}): Promise<PasskeyAnswer> {
  try {
    const { id, response } = await startAuthentication({ optionsJSON: question, useBrowserAutofill: suggests })
    const { authenticatorData, clientDataJSON, signature, userHandle } = response
    return { id, authenticatorData, clientDataJSON, signature, ...(userHandle && { userHandle }) }
  } catch (cause) {
    throw new NoPasskey(cause)
  }
}

export const suggestsPasskeys = browserSupportsWebAuthnAutofill
export const stopSuggesting = () => WebAuthnAbortService.cancelCeremony()
