package dev.ocellus.engine.run;

import dev.ocellus.engine.StudioException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedCollection;

/**
 * The configuration of one training, validation, prediction or benchmark: a value for every option of its scope, each
 * kept as requested, as it holds, and why the two differ. Immutable, hence safe for any thread.
 */
public final class RunConfig {

    private final Scope scope;
    private final Map<Option<?>, Setting<?>> settings;

    private RunConfig(Scope scope, Map<Option<?>, Setting<?>> settings) {
        this.scope = scope;
        this.settings = Collections.unmodifiableMap(settings);
    }

    /** Starts a configuration in which every option has its default. */
    public static Builder builder(Scope scope) {
        return new Builder(scope);
    }

    /** What the configuration is for. */
    public Scope scope() {
        return scope;
    }

    /** Whether the option belongs to this configuration's scope. */
    public boolean has(Option<?> option) {
        return settings.containsKey(option);
    }

    /** The value that holds. */
    public <T> T get(Option<T> option) {
        return setting(option).effective();
    }

    /** The value with its history. */
    public <T> Setting<T> setting(Option<T> option) {
        @SuppressWarnings("unchecked") // put in under an option of the same type only
        Setting<T> setting = (Setting<T>) settings.get(option);
        if (setting == null) {
            throw new IllegalArgumentException(option + " does not belong to " + scope);
        }
        return setting;
    }

    /** All values in the order of the schema. */
    public SequencedCollection<Setting<?>> settings() {
        return List.copyOf(settings.values());
    }

    /** Family of the model. */
    public ModelFamily family() {
        return familyOf(get(ModelOptions.MODEL));
    }

    /** Size letter of the model within its family. */
    public String size() {
        return get(ModelOptions.MODEL).substring(family().key().length());
    }

    /** A copy in which another value holds, because of something that only showed later (the machine, the dataset). */
    public <T> RunConfig withEffective(Option<T> option, T value, String why) {
        return with(setting(option).effective(value, why));
    }

    /** A copy in which the option is marked as having no effect. */
    public RunConfig withUnused(Option<?> option, String why) {
        return with(setting(option).unused(why));
    }

    private RunConfig with(Setting<?> setting) {
        Map<Option<?>, Setting<?>> copy = new LinkedHashMap<>(settings);
        copy.put(setting.option(), setting);
        return new RunConfig(scope, copy);
    }

    private static ModelFamily familyOf(String model) {
        for (ModelFamily family : ModelFamily.values()) {
            if (family.models().contains(model)) {
                return family;
            }
        }
        throw new IllegalArgumentException(model);
    }

    /** Collects requests. Not safe for several threads at once. */
    public static final class Builder {

        private record Request<T>(T value, Source source) {}

        private final Scope scope;
        private final Map<Option<?>, Request<?>> requests = new LinkedHashMap<>();

        private Builder(Scope scope) {
            this.scope = scope;
        }

        /** What the configuration is for. */
        public Scope scope() {
            return scope;
        }

        /**
         * Requests a value as a person writes it; the last request for an option counts.
         *
         * @throws StudioException of kind USAGE if there is no such option or the value is not valid
         */
        public Builder set(String name, String text, Source source) {
            return parse(Schema.find(scope, name), text, source);
        }

        private <T> Builder parse(Option<T> option, String text, Source source) {
            return set(option, option.parse(text), source);
        }

        /** Requests a value. */
        public <T> Builder set(Option<T> option, T value, Source source) {
            requests.put(option, new Request<>(value, source));
            return this;
        }

        /** Takes a request back, so that the default holds again. */
        public Builder clear(Option<?> option) {
            requests.remove(option);
            return this;
        }

        /** What keeps the present requests from being built; empty if nothing does. */
        public List<Problem> problems() {
            return ConfigRules.problems(preview());
        }

        /**
         * The configuration.
         *
         * @throws StudioException of kind USAGE for the first of {@link #problems()}
         */
        public RunConfig build() {
            RunConfig config = preview();
            ConfigRules.problems(config).stream().findFirst().ifPresent(problem -> {
                throw problem.toException();
            });
            return config;
        }

        /** The configuration as far as it goes, problems or not: for a form that shows what would hold. */
        public RunConfig preview() {
            Request<?> model = requests.get(ModelOptions.MODEL);
            ModelFamily family = familyOf(
                    model == null ? ModelOptions.MODEL.defaultFor(ModelFamily.YOLO9, scope) : (String) model.value());
            Map<Option<?>, Setting<?>> settings = new LinkedHashMap<>();
            for (Option<?> option : Schema.of(scope)) {
                settings.put(option, setting(option, family));
            }
            return ConfigRules.adjust(new RunConfig(scope, settings));
        }

        private <T> Setting<T> setting(Option<T> option, ModelFamily family) {
            @SuppressWarnings("unchecked") // set() puts in values of the option's type only
            Request<T> request = (Request<T>) requests.get(option);
            T value = request == null ? option.defaultFor(family, scope) : request.value();
            Source source = request == null ? Source.DEFAULT : request.source();
            return new Setting<>(option, value, value, "", source, true);
        }
    }
}
