const LOOPBACK_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|::1)$/i

/** Whether a name of a host, without a port, is this machine's own. */
export const isLoopbackName = (hostname: string) => LOOPBACK_NAME.test(hostname)
