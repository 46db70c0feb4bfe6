CREATE TABLE "breaks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "breaks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"session_id" integer NOT NULL,
	"start_time" timestamptz(3) NOT NULL,
	"end_time" timestamptz(3),
	"is_paid" boolean DEFAULT false NOT NULL,
	"planned_minutes" smallint,
	"started_offline" boolean DEFAULT false NOT NULL,
	"ended_offline" boolean DEFAULT false NOT NULL,
	"stated_at" timestamptz(3),
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "breaks_order" CHECK ("breaks"."end_time" >= "breaks"."start_time"),
	CONSTRAINT "breaks_planned" CHECK ("breaks"."planned_minutes" between 1 and 240)
);
--> statement-breakpoint
ALTER TABLE "clock_sessions" ADD COLUMN "breaks_stated_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "breaks" ADD CONSTRAINT "breaks_session_id_clock_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."clock_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "breaks_one_running" ON "breaks" USING btree ("session_id") WHERE "breaks"."end_time" is null;--> statement-breakpoint
CREATE INDEX "breaks_session" ON "breaks" USING btree ("session_id","start_time");--> statement-breakpoint
ALTER TABLE "breaks" ADD CONSTRAINT "breaks_apart" EXCLUDE USING gist (int4range("session_id", "session_id", '[]') WITH &&, tstzrange("start_time", "end_time") WITH &&);
--> statement-breakpoint
CREATE FUNCTION break_within_session() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	session clock_sessions;
BEGIN
	-- Locked, so that its times do not change meanwhile. Without a session the foreign key refuses the break.
	SELECT * INTO session FROM clock_sessions WHERE id = NEW.session_id FOR SHARE;
	IF NEW.start_time < session.start_time OR coalesce(NEW.end_time, 'infinity') > coalesce(session.end_time, 'infinity') THEN
		RAISE EXCEPTION 'a break lies outside of its session' USING ERRCODE = 'check_violation', CONSTRAINT = 'breaks_within';
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "breaks_within" AFTER INSERT OR UPDATE ON "breaks" FOR EACH ROW EXECUTE FUNCTION break_within_session();
--> statement-breakpoint
CREATE FUNCTION cut_breaks_to_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM breaks WHERE session_id = NEW.id AND (start_time >= NEW.end_time OR end_time <= NEW.start_time);
	UPDATE breaks SET start_time = greatest(start_time, NEW.start_time), end_time = least(end_time, NEW.end_time)
		WHERE session_id = NEW.id AND (start_time < NEW.start_time OR coalesce(end_time, 'infinity') > coalesce(NEW.end_time, 'infinity'));
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "breaks_follow" AFTER UPDATE OF start_time, end_time ON "clock_sessions" FOR EACH ROW
	WHEN (OLD.start_time <> NEW.start_time OR OLD.end_time IS DISTINCT FROM NEW.end_time) EXECUTE FUNCTION cut_breaks_to_session();
