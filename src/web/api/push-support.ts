/** The facts that decide whether a browser can be told of something while Muster is closed. */
interface Browser {
  isSecure: boolean
  hasPush: boolean
  /** An iPhone or iPad. */
  isAppleTouch: boolean
  /** Opened from the home screen, as an app. */
  isInstalled: boolean
}

/** `insecure`: not over https. `install`: only the app on the home screen can. `unsupported`: this browser cannot. */
export type PushSupport = 'possible' | 'insecure' | 'install' | 'unsupported'

/** Whether this browser can be told, and if not, why. */
export function supportOf({ isSecure, hasPush, isAppleTouch, isInstalled }: Browser): PushSupport {
  if (!isSecure) return 'insecure'
  // Apple gives it only to the app on the home screen, and some versions name it elsewhere all the same.
  if (isAppleTouch && !isInstalled) return 'install'
  return hasPush ? 'possible' : 'unsupported'
}

/** An iPad calls itself a Mac, and is the only Mac with a touch screen. */
export const isAppleTouch = ({ userAgent, maxTouchPoints }: { userAgent: string; maxTouchPoints: number }) =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)

/** Whether a subscription was made with this key. A browser that does not tell counts as another. */
export function hasKey({ applicationServerKey }: { applicationServerKey: ArrayBuffer | null }, publicKey: string) {
  if (!applicationServerKey) return false
  const text = btoa(String.fromCharCode(...new Uint8Array(applicationServerKey)))
  return base64url(text) === base64url(publicKey)
}

const base64url = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
