-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS "clock_sessions_confirmed";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "clock_sessions_confirmed" ON "clock_sessions" USING btree ("department_id","start_time") WHERE "clock_sessions"."confirmed_at" is not null;
