DROP INDEX "audit_logs_user";--> statement-breakpoint
DROP INDEX "audit_logs_action";--> statement-breakpoint
DROP INDEX "audit_logs_user_action";--> statement-breakpoint
CREATE INDEX "audit_logs_user" ON "audit_logs" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_logs_action" ON "audit_logs" USING btree ("action","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_logs_user_action" ON "audit_logs" USING btree ("user_id","action","created_at","id");