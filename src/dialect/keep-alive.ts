/**
 * Milliseconds of silence after which the system probes a connection. Many routers and load balancers forget a
 * connection that is silent for longer than 240 or 350 seconds, without notice to either side. The system's own
 * default is two hours.
 * https://learn.microsoft.com/en-us/azure/load-balancer/load-balancer-tcp-reset
 * https://docs.aws.amazon.com/vpc/latest/userguide/nat-gateway-troubleshooting.html
 */
export const KEEP_ALIVE_DELAY = 60_000
