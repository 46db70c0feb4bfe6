const LOOPBACK_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|::1)$/i

/** Whether a name of a host, without a port, is this machine's own. */
export const isLoopbackName = (hostname: string) => LOOPBACK_NAME.test(hostname)

/** Whether the host of an address is this machine. */
export const isLoopbackUrl = (url: string) => URL.canParse(url) && isLoopbackName(new URL(url).hostname)

/** Whether people open Muster at another host: then requests from a proxy here only seem to be local. */
export const isOpenedElsewhere = ({ publicUrl }: { publicUrl: string | undefined }) =>
  publicUrl !== undefined && !isLoopbackUrl(publicUrl)
